import type { Range } from '@dooryard/contract/criteria'
import type { RangeUnit } from '@dooryard/contract/criteria-fields'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { noteTyped, typingPause } from '../count/count-marks.ts'

const factors = { k: 1e3, m: 1e6, b: 1e9 }

/** A number as people type it: `350k`, `$1.2m`, `1,500`, `80%`. Undefined for nothing, null for what is no number. */
export function parseAmount(typed: string): number | undefined | null {
  const text = typed.replace(/[\s,$%]/g, '').toLowerCase()
  if (text === '') return undefined
  const [, digits, factor] = /^(\d*\.?\d+|\d+\.)([kmb])?$/.exec(text) ?? []
  if (digits === undefined) return null
  const amount = Number(digits) * (factor ? factors[factor as keyof typeof factors] : 1)
  return Number.isSafeInteger(Math.trunc(amount)) ? Math.round(amount * 100) / 100 : null
}

/** Why a text is no amount; undefined when it is one, or says nothing. What is counted comes in whole numbers. */
export function amountProblem(typed: string, { isWhole = false } = {}): string | undefined {
  const amount = parseAmount(typed)
  if (isWhole && amount && !Number.isInteger(amount)) return 'A whole number, please'
  if (amount !== null) return undefined
  const text = typed.replace(/[\s,$%]/g, '')
  if (text.startsWith('-') && parseAmount(text.slice(1)) !== null) return '0 or more, please'
  return /^-?\d+[kmb]?$/i.test(text) ? 'Less than that, please' : 'A number, please'
}

export type RangeTexts = { low: string; high: string }

const shown = (value: number | undefined, unit: RangeUnit) =>
  value === undefined ? '' : unit === 'year' ? String(value) : formatNumber(value)

const textsOf = (value: Range | undefined, unit: RangeUnit): RangeTexts => ({
  low: shown(value?.min, unit),
  high: shown(value?.max, unit),
})

/** What the two boxes say: a range, or why it is none. */
function readRange({ low, high }: RangeTexts, isWhole: boolean): { min?: number; max?: number } | { problem: string } {
  const problem = amountProblem(low, { isWhole }) ?? amountProblem(high, { isWhole })
  if (problem) return { problem }
  const [min, max] = [parseAmount(low) ?? undefined, parseAmount(high) ?? undefined]
  if (min !== undefined && max !== undefined && min > max) return { problem: 'The lower end is above the upper' }
  return { min, max }
}

const sameEnds = (one: Range | undefined, other: Range | undefined) =>
  one?.min === other?.min && one?.max === other?.max

type RangeAsked = {
  value: Range | undefined
  unit: RangeUnit
  isWhole: boolean
  onChange: (value: Range | undefined) => void
}

/** The texts of a range's two boxes. Only a sound range is reported, when typing pauses; a wrong one has a `problem`. */
export function useRangeTexts({ value, unit, isWhole, onChange }: RangeAsked) {
  const [texts, setTexts] = useState(() => textsOf(value, unit))
  const reported = useRef(value)
  const report = (range: Range) => {
    const says = range.min !== undefined || range.max !== undefined
    reported.current = says ? range : undefined
    onChange(reported.current)
  }
  const includeUnknown = value?.includeUnknown
  const reportTyped = useDebouncedCallback((range: Range) => report({ ...range, includeUnknown }), typingPause)
  useEffect(() => {
    // What was typed stays as typed; a range from elsewhere (a chip removed, Back) replaces it.
    if (sameEnds(value, reported.current)) return
    reported.current = value
    reportTyped.cancel()
    setTexts(textsOf(value, unit))
  }, [value, unit, reportTyped])
  const type = (change: Partial<RangeTexts>) => {
    noteTyped()
    const next = { ...texts, ...change }
    setTexts(next)
    const range = readRange(next, isWhole)
    if ('problem' in range) reportTyped.cancel()
    else reportTyped(range)
  }
  /** Takes over a range that was drawn: at once in the boxes, and as asked for when the drawing pauses. */
  const draw = (range: Pick<Range, 'min' | 'max'>) => {
    noteTyped()
    setTexts(textsOf(range, unit))
    reportTyped(range)
  }
  const read = readRange(texts, isWhole)
  return { texts, type, draw, report, problem: 'problem' in read ? read.problem : undefined }
}
