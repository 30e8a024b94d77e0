// Of `etgen report --html`: columns that can be sorted, and the treemap. Without it, the tables say all.
"use strict";

for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    header.replaceChildren(button);
    const isNumber = header.classList.contains("number");
    const value = (row) => {
      const text = row.cells[column].textContent.trim();
      return isNumber ? Number(text.replaceAll(",", "")) : text;
    };
    const compare = (a, b) => (isNumber ? value(a) - value(b) : value(a).localeCompare(value(b), "en"));
    button.addEventListener("click", () => {
      const first = isNumber ? "descending" : "ascending";
      const other = isNumber ? "ascending" : "descending";
      const order = header.getAttribute("aria-sort") === first ? other : first;
      headers.forEach((each) => each.removeAttribute("aria-sort"));
      header.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
    });
  });
}

const place = document.getElementById("treemap");
if (place) {
  const tree = JSON.parse(document.getElementById("tree").textContent);
  const tile = document.getElementById("tile");
  // White text on each has a contrast above 4.5, in light and dark.
  const colors = ["#2f5d8a", "#8a4b2f", "#2e6f4a", "#6a4c93", "#6f611c", "#2b6f72", "#8a2f5d", "#5a5f66"];
  // A family has one color, in all libraries.
  const known = new Map();
  const colorOf = (name) => known.get(name) ?? known.set(name, colors[known.size % colors.length]).get(name);
  const paint = (node, color) => {
    // The border of a group is what its name stands on.
    node.itemStyle = node.children ? { color, borderColor: color } : { color };
    (node.children || []).forEach((child) => paint(child, color));
  };
  for (const library of tree) {
    const hasFamilies = library.children.some((child) => child.children);
    paint(library, hasFamilies ? "#444a52" : colorOf(library.name));
    if (hasFamilies) library.children.forEach((child) => paint(child, colorOf(child.name)));
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  place.hidden = tile.hidden = tree.length === 0;
  const chart = tree.length ? echarts.init(place, null, { renderer: "svg" }) : null;
  const draw = () => {
    const style = getComputedStyle(document.documentElement);
    const upper = { show: true, height: 22, color: "#ffffff", overflow: "truncate" };
    const gap = style.getPropertyValue("--gap").trim();
    const text = style.getPropertyValue("--text").trim();
    const head = style.getPropertyValue("--head").trim();
    chart.setOption({
      animation: !calm.matches,
      series: [{
        type: "treemap",
        name: "all",
        data: tree,
        roam: false,
        nodeClick: "zoomToNode",
        left: 0, right: 0, top: 0, bottom: 34,
        label: { color: "#ffffff", overflow: "truncate" },
        upperLabel: upper,
        itemStyle: { borderColor: gap, borderWidth: 1, gapWidth: 2 },
        breadcrumb: {
          bottom: 0, height: 26,
          itemStyle: { color: head, borderColor: text, textStyle: { color: text } },
          emphasis: { itemStyle: { color: head, textStyle: { color: text } } },
        },
        emphasis: { label: { color: "#ffffff" }, upperLabel: upper },
        levels: [
          { upperLabel: { show: false }, itemStyle: { borderColor: gap, borderWidth: 0, gapWidth: 3 } },
          { itemStyle: { borderWidth: 3, gapWidth: 2 } },
          { itemStyle: { borderWidth: 2, gapWidth: 1 } },
        ],
      }],
    });
  };
  if (chart) {
    draw();
    dark.addEventListener("change", draw);
    addEventListener("resize", () => chart.resize());
    chart.on("mouseover", (event) => {
      const path = (event.treePathInfo || []).slice(1).map((node) => node.name);
      if (event.data.operators) path[path.length - 1] = event.data.operators;
      if (path.length) {
        tile.textContent = `${path.join(" › ")}: ${Number(event.value).toLocaleString("en")} bytes`;
      }
    });
  }
}
