/** Close codes and what they are used for (wire 4.1). */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  binary: 1003,
  notJson: 1007,
  policy: 1008,
  tooLarge: 1009,
  failure: 1011,
  restart: 1012,
  overload: 1013,
} as const;
