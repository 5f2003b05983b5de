/** The style sheets of the pages of runs, for elements below the class `report`. */
import 'uplot/dist/uPlot.min.css';
import '../../../pages/browser/base.css?within=report';
import '../../../pages/browser/data.css?within=report';
import '../../../pages/browser/chart.css?within=report';
import '../../../pages/browser/narrow.css?within=report';
import './report.css';
