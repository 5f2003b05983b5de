import '../jobs/report-styles.ts';
import '../../../scenarios/report/browser/run.css?within=report';
import '../../../scenarios/report/browser/run-narrow.css?within=report';
