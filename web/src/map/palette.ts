import { useSyncExternalStore } from 'react'

const names = [
  'water',
  'land',
  'state-line',
  'county-line',
  'label',
  'halo',
  'cluster',
  'cluster-line',
  'on-cluster',
  'area',
  'ring',
  'foreclosure',
  'neglect',
  'change',
  'absentee',
  'equity',
  'other',
] as const

/** The colors of the map as the theme has them now, for what no stylesheet reaches. */
export type Palette = Record<(typeof names)[number], string>

/** Reads the colors where they apply. */
export function readPalette(at: Element): Palette {
  const style = getComputedStyle(at)
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()])) as Palette
}

const scheme = 'data-mantine-color-scheme'

function watchScheme(onChange: () => void) {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [scheme] })
  return () => observer.disconnect()
}

/** The theme as the stylesheets see it, the moment it changes. */
export const useScheme = () =>
  useSyncExternalStore(watchScheme, () => document.documentElement.getAttribute(scheme) ?? 'light')
