import uPlot from 'uplot';

/** A line in steps: its value holds after (1) or before (-1) each point. */
export const stepped = (align: 1 | -1): uPlot.Series.PathBuilder => {
  const { stepped: builderOf } = uPlot.paths;
  if (builderOf === undefined) throw new Error('this uPlot has no stepped lines');
  return builderOf({ align });
};
