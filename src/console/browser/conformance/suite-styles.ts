import '../jobs/report-styles.ts';
import '../../../harness/reporters/html/browser/views.css?within=report';
