import type { RangeUnit } from '@dooryard/contract/criteria/criteria-fields'
import type { Range } from '@dooryard/contract/criteria/ranges'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { stripSeparators } from '../../lib/format/parse-typed.ts'
import { debounceMs, markKeystroke } from '../count/count-marks.ts'
import { formatRange, formatRangeValue } from '../describe/format-criteria.ts'

const factors = { k: 1e3, m: 1e6, b: 1e9 }

/** The highest amounts that make sense to type: nothing on record is above them. */
const maxByUnit: Record<RangeUnit, number> = {
  number: 100_000,
  dollars: 5_000_000_000,
  sqft: 5_000_000_000,
  percent: 1_000,
  year: 2_100,
  years: 500,
}

/** The number of a typed amount and its factor, without its signs and separators; null where one is misplaced. */
function splitAmount(typed: string): { digits: string; factor: string | undefined } | null {
  const [, number = '', factor] = /^([^kmb]*)([kmb])?$/i.exec(typed.replace(/[$%]/g, '').trim()) ?? []
  const digits = stripSeparators(number)
  return digits === null ? null : { digits, factor: factor?.toLowerCase() }
}

/**
 * Parses a number as people type it: `350k`, `$1.2m`, `1,500`, `80%`. Undefined for an empty text, null for an invalid
 * one, such as `1,5`, which may be meant as one and a half.
 */
export function parseAmount(typed: string): number | undefined | null {
  if (/^[\s$%]*$/.test(typed)) return undefined
  const { digits = '', factor } = splitAmount(typed) ?? {}
  if (!/^(\d*\.?\d+|\d+\.)$/.test(digits)) return null
  const amount = Number(digits) * (factor ? factors[factor as keyof typeof factors] : 1)
  return Number.isSafeInteger(Math.trunc(amount)) ? Math.round(amount * 100) / 100 : null
}

type AmountRules = { unit: RangeUnit; isWhole?: boolean }

/** Why a text is not a valid amount; undefined when it is valid or empty. Discrete units take whole numbers. */
export function getAmountError(typed: string, { unit, isWhole = false }: AmountRules): string | undefined {
  const amount = parseAmount(typed)
  const limit = maxByUnit[unit]
  if (isWhole && amount && !Number.isInteger(amount)) return 'Enter a whole number'
  if (amount && amount > limit) return formatLimit(unit)
  if (amount !== null) return undefined
  const text = typed.replace(/[\s$%]/g, '').replace('−', '-')
  if (text.startsWith('-') && parseAmount(text.slice(1)) !== null) return 'Enter 0 or more'
  if (splitAmount(typed) === null) return 'Write thousands as 1,500 and decimals as 1.5'
  return /^-?[\d,]+[kmb]?$/i.test(text) ? formatLimit(unit) : 'Enter a number'
}

const formatLimit = (unit: RangeUnit) => `Enter ${formatRangeValue(maxByUnit[unit], unit)} or less`

export type RangeTexts = { low: string; high: string }

const formatBound = (value: number | undefined, unit: RangeUnit) =>
  value === undefined ? '' : unit === 'year' ? String(value) : formatNumber(value)

const toRangeTexts = (value: Range | undefined, unit: RangeUnit): RangeTexts => ({
  low: formatBound(value?.min, unit),
  high: formatBound(value?.max, unit),
})

/** The range typed in the two inputs, or why it is invalid. */
function parseRange(
  { low, high }: RangeTexts,
  rules: AmountRules,
): { min?: number; max?: number } | { problem: string } {
  const problem = getAmountError(low, rules) ?? getAmountError(high, rules)
  if (problem) return { problem }
  const [min, max] = [parseAmount(low) ?? undefined, parseAmount(high) ?? undefined]
  if (min !== undefined && max !== undefined && min > max) return { problem: 'Min must not be above max' }
  return { min, max }
}

/** Why the typed range is invalid, and which range is applied instead; undefined when it is valid. */
export function explainRange(texts: RangeTexts, applied: Range | undefined, rules: AmountRules): string | undefined {
  const range = parseRange(texts, rules)
  if (!('problem' in range)) return undefined
  return `${range.problem}. ${applied ? `Still applied: ${formatRange(applied, rules.unit)}` : 'Not applied'}`
}

/** The texts as the product writes amounts: `250k` becomes `250,000`. An invalid text stays as it was typed. */
export function normalizeTexts(texts: RangeTexts, rules: AmountRules): RangeTexts {
  const normalize = (typed: string) =>
    getAmountError(typed, rules) ? typed : formatBound(parseAmount(typed) ?? undefined, rules.unit)
  return { low: normalize(texts.low), high: normalize(texts.high) }
}

const isSameRange = (one: Range | undefined, other: Range | undefined) =>
  one?.min === other?.min && one?.max === other?.max

type RangeTextsOptions = {
  value: Range | undefined
  unit: RangeUnit
  isWhole: boolean
  onChange: (value: Range | undefined) => void
}

/**
 * The texts of a range's two inputs. Only a valid range is reported, when typing pauses; an invalid one sets
 * `problem`, which names the range that is applied. `onBlur` writes the amounts out.
 */
export function useRangeTexts({ value, unit, isWhole, onChange }: RangeTextsOptions) {
  const [texts, setTexts] = useState(() => toRangeTexts(value, unit))
  const reported = useRef(value)
  const rules = { unit, isWhole }
  const report = (range: Range) => {
    const hasBounds = range.min !== undefined || range.max !== undefined
    reported.current = hasBounds ? range : undefined
    onChange(reported.current)
  }
  const includeUnknown = value?.includeUnknown
  const reportTyped = useDebouncedCallback((range: Range) => report({ ...range, includeUnknown }), debounceMs)
  useEffect(() => {
    // Typed text stays as it is; a range set elsewhere (a chip removed, Back) replaces it.
    if (isSameRange(value, reported.current)) return
    reported.current = value
    reportTyped.cancel()
    setTexts(toRangeTexts(value, unit))
  }, [value, unit, reportTyped])
  const type = (change: Partial<RangeTexts>) => {
    markKeystroke()
    const next = { ...texts, ...change }
    setTexts(next)
    const range = parseRange(next, rules)
    if ('problem' in range) reportTyped.cancel()
    else reportTyped(range)
  }
  /** Applies a drawn range: at once in the inputs, and to the criteria when drawing pauses. */
  const draw = (range: Pick<Range, 'min' | 'max'>) => {
    markKeystroke()
    setTexts(toRangeTexts(range, unit))
    reportTyped(range)
  }
  const onBlur = () => setTexts((typed) => normalizeTexts(typed, rules))
  return { texts, type, draw, report, onBlur, problem: explainRange(texts, value, rules) }
}
