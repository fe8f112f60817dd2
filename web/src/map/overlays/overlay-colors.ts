import type { LeadStage } from '@dooryard/contract/api/enums'
import { useComputedColorScheme } from '@mantine/core'
import type { ExpressionSpecification } from 'maplibre-gl'

const light = {
  /** From little to much. */
  ramp: ['#c7d2fe', '#a5b4fc', '#818cf8', '#4f46e5', '#312e81'],
  stages: {
    NEW: '#4f46e5',
    CONTACTED: '#1668b5',
    FOLLOW_UP: '#a66f00',
    NEGOTIATING: '#a93289',
    UNDER_CONTRACT: '#05805c',
    CLOSED: '#1f2937',
    DEAD: '#94a3b8',
  } satisfies Record<LeadStage, string>,
}

/** The colors of overlays for one color scheme; much stands out from the land, which is dark or light. */
export type OverlayColors = typeof light

const dark: OverlayColors = {
  ramp: ['#312e81', '#4338ca', '#6366f1', '#a5b4fc', '#e0e7ff'],
  stages: {
    NEW: '#8b85ff',
    CONTACTED: '#5fb0f5',
    FOLLOW_UP: '#f5b731',
    NEGOTIATING: '#ea8fcb',
    UNDER_CONTRACT: '#34c79a',
    CLOSED: '#e5e9f0',
    DEAD: '#64748b',
  },
}

export const useOverlayColors = (): OverlayColors =>
  useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark' ? dark : light

/** A class of values, from `from` on up to the next one. */
type ValueClass = { from: number; color: string }

/** Up to five classes with about as many values each. */
export function toClasses(values: readonly number[], { ramp }: OverlayColors): ValueClass[] {
  const sorted = values.toSorted((a, b) => a - b)
  const breaks = ramp.map((_, at) => sorted[Math.floor((at * sorted.length) / ramp.length)] ?? 0)
  const distinct = [...new Set(breaks)]
  // Few classes have the colors of the whole ramp too.
  const colorAt = (at: number) => ramp[Math.round((at * (ramp.length - 1)) / Math.max(1, distinct.length - 1))] ?? ''
  return distinct.map((from, at) => ({ from, color: colorAt(at) }))
}

/** The color of the class that the property `value` of a feature is in. */
export const classColor = ([first, ...others]: readonly ValueClass[]): ExpressionSpecification =>
  others.length === 0
    ? ['to-color', first?.color ?? '']
    : ([
        'step',
        ['get', 'value'],
        first?.color ?? '',
        ...others.flatMap(({ from, color }) => [from, color]),
      ] as unknown as ExpressionSpecification) // pairs of value and color, which the type wants spelled out
