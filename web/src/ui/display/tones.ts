export type Tone = 'good' | 'warn' | 'bad'

/** The soft ground of a tone and the ink on it. */
export const toneColors = (tone: Tone | 'brand') => ({
  bg: `var(--mantine-color-${tone}-light)`,
  c: `var(--mantine-color-${tone}-light-color)`,
})
