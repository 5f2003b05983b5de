import '../jobs/report-styles.ts';
import '../../pages/conformance/browser/views.css?within=report';
