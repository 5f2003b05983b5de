/** Exchange time that an export covers, Unix ms: from `from` on, and before `to`. */
export interface ExportWindow {
  readonly from: number;
  readonly to: number;
}

/** No time is later. */
export const END_OF_TIME = 8_640_000_000_000_000;
