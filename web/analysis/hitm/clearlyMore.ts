/** Both figures are rounded: two in a hundred and one sample are no difference. */
const ROUNDING_SHARE = 0.02;
const ROUNDING_SAMPLES = 1;

/** Whether a figure is more than another by more than rounding does. */
export function isClearlyMore(figure: number, than: number): boolean {
  return figure > than * (1 + ROUNDING_SHARE) + ROUNDING_SAMPLES;
}
