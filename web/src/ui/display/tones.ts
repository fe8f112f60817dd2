export type Tone = 'good' | 'warn' | 'bad'

/** The background and text color of a tone. */
export const getToneColors = (tone: Tone | 'brand') => ({
  bg: `var(--mantine-color-${tone}-light)`,
  c: `var(--mantine-color-${tone}-light-color)`,
})
