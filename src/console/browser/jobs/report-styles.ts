/** The style sheets of the pages of runs, for elements below the class `report`. */
import 'uplot/dist/uPlot.min.css';
import '../../pages/shared/browser/base.css?within=report';
import '../../pages/shared/browser/data.css?within=report';
import '../../pages/shared/browser/chart.css?within=report';
import '../../pages/shared/browser/narrow.css?within=report';
import './report.css';
