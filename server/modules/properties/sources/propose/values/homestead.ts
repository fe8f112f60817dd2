/** Exemptions and classes of those who live in their own home, as offices abbreviate them: `HS`, `HOM`, `HX`. */
export const saysHomestead = (cell: string) =>
  /(?:^|[^a-z])(?:hs|hx|hom(?:e?stead)?|hmstd|hstd|homeowner|owner[- ]occ)/i.test(cell) &&
  !/(?:^|\W)(?:non|not|no)\b/i.test(cell)
