// What is built into echarts.treemap.min.js; README.md has the command.
import { init, use } from "echarts/core";
import { TreemapChart } from "echarts/charts";
import { SVGRenderer } from "echarts/renderers";

use([TreemapChart, SVGRenderer]);

export { init };
