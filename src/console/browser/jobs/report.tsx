import './report.css';
import 'uplot/dist/uPlot.min.css';
import '../../pages/shared/browser/base.css?within=report';
import '../../pages/shared/browser/data.css?within=report';
import '../../pages/shared/browser/chart.css?within=report';
import '../../pages/shared/browser/narrow.css?within=report';
import './report.css';
import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Read, useRead } from './data.ts';

/** The report of a job: the same file that the command line writes. */
export function useReport(id: string): Read<Document> {
  const { read } = useRead<{ readonly html: string }>(`/jobs/${id}/report`);
  const parsed = useComputed((): Read<Document> => {
    const { value, fault } = read.value;
    if (fault) return { fault };
    return value ? { value: parsedReport(value.html) } : {};
  });
  return parsed.value;
}

/**
 * The file without its style, which the policy of the console does not allow; scripts of a parsed document never run. A
 * text of a run cannot look like the style element, because the file escapes what it holds.
 */
const parsedReport = (html: string): Document =>
  new DOMParser().parseFromString(html.replace(/<style>[^<]*<\/style>/, ''), 'text/html');

/** Returns what the report holds as JSON in the element with this id. */
export const dataIn = (report: Document, id: string): unknown =>
  JSON.parse(report.getElementById(id)?.textContent ?? 'null');

interface PartProps {
  readonly report: Document;
  readonly id: string;
  /** Changes what is shown of the part. */
  readonly adjust?: (part: HTMLElement) => void;
}

/** A part of the report as the file has it. */
export function ReportPart({ report, id, adjust }: PartProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const part = report.getElementById(id);
    if (!part || !host.current) return;
    host.current.replaceChildren(...[...part.childNodes].map((node) => document.importNode(node, true)));
  }, [report, id]);
  useEffect(() => {
    if (host.current) adjust?.(host.current);
  }, [report, adjust]);
  return <div ref={host} />;
}

/** The style sheets of the pages of runs, for elements below the class `report`. */
