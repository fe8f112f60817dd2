import { useComputedColorScheme } from '@mantine/core'
import { baseColors } from '../base-map/base-colors.ts'

const light = {
  water: '#d5e3f1',
  land: '#f6f7f9',
  stateLine: '#b4c0d0',
  countyLine: '#d9e0ea',
  parcelLine: '#a9b4c4',
  houseNumber: '#334155',
  label: '#5b687c',
  cluster: '#4f46e5',
  clusterLine: '#ffffff',
  area: '#4338ca',
  ring: '#111827',
  foreclosure: '#c2300b',
  neglect: '#a66f00',
  change: '#a93289',
  absentee: '#1668b5',
  equity: '#05805c',
  other: '#64748b',
  base: baseColors.light,
}

/** The map's colors for one color scheme; WebGL cannot read them from a stylesheet. */
export type Palette = typeof light

const dark: Palette = {
  water: '#0f1b2c',
  land: '#171b22',
  stateLine: '#465062',
  countyLine: '#2a313d',
  parcelLine: '#465062',
  houseNumber: '#dbe2ec',
  label: '#9aa5b5',
  cluster: '#5b54ec',
  clusterLine: '#12151b',
  area: '#a5b4fc',
  ring: '#f1f4f8',
  foreclosure: '#ff7a59',
  neglect: '#f5b731',
  change: '#ea8fcb',
  absentee: '#5fb0f5',
  equity: '#34c79a',
  other: '#9aa5b5',
  base: baseColors.dark,
}

export const usePalette = (): Palette =>
  useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark' ? dark : light
