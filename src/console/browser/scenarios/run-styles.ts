import '../jobs/report-styles.ts';
import '../../pages/run/browser/run.css?within=report';
import '../../pages/run/browser/run-narrow.css?within=report';
