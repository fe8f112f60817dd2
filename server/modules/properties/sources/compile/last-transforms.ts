import { type AreaUnit, areaUnits, type Transform } from '@dooryard/contract/data/sources/transforms'
import { owners, separatedOwners } from '../mapping/address-readers.ts'
import { assessedForFiscalYear, date, yearAndMonthDay, yearMonthDay } from '../mapping/dates.ts'
import type { Reader } from '../mapping/reader.ts'
import {
  areaIn,
  areaInUnit,
  armsLengthBy,
  bathrooms,
  documentNumber,
  isMarked,
  isPositive,
  mapReader,
} from '../mapping/readers.ts'
import { createFieldReader, type FieldTarget, getMaxArea, kindNames } from './field-readers.ts'
import { SourceProblem } from './source-problem.ts'

type LastType =
  | 'SPLIT_NAMES'
  | 'DATE'
  | 'YEAR_MONTH_DAY'
  | 'FISCAL_YEAR'
  | 'NUMBER'
  | 'FULL_AND_HALF'
  | 'BOOK_AND_PAGE'
  | 'IS_FILLED'
  | 'IS_POSITIVE'
  | 'ARMS_LENGTH_OF_PRICE'

/** A transform that says how the value is read, so that none can follow. */
export type LastTransform = Extract<Transform, { type: LastType }>
export type TextTransform = Exclude<Transform, LastTransform>

type Columns = readonly [string, ...string[]]

type LastTransformRule<T> = {
  kinds: readonly FieldTarget['kind'][]
  /** How many columns it reads, at least and at most. */
  columns: (transform: T) => readonly [min: number, max: number]
  create: (transform: T, columns: Columns, target: FieldTarget) => Reader<unknown>
}

const one = () => [1, 1] as const
const maxColumns = 12

const rules: { [Type in LastType]: LastTransformRule<Extract<LastTransform, { type: Type }>> } = {
  SPLIT_NAMES: {
    kinds: ['NAMES'],
    columns: () => [1, maxColumns],
    create: ({ separator }, columns) =>
      separator === undefined ? owners(...columns) : separatedOwners(columns, separator),
  },
  DATE: {
    kinds: ['DATE', 'YEAR'],
    columns: one,
    create: ({ formats, unknown, isWrapped }, [column], { kind }) => {
      const reader = date(column, { as: formats, unknown, wrapped: isWrapped, isYear: kind === 'YEAR' })
      return kind === 'YEAR' ? mapReader(reader, (day) => Number(day.slice(0, 4))) : reader
    },
  },
  YEAR_MONTH_DAY: {
    kinds: ['DATE'],
    columns: ({ hasDay }) => (hasDay ? [2, 3] : [2, 2]),
    create: ({ hasDay }, [year, month = '', day]) =>
      hasDay && day === undefined ? yearAndMonthDay(year, month) : yearMonthDay(year, month, day),
  },
  FISCAL_YEAR: { kinds: ['DATE'], columns: one, create: (_, [column]) => assessedForFiscalYear(column) },
  NUMBER: {
    kinds: ['AREA', 'MONEY', 'PRICE', 'COUNT', 'QUANTITY'],
    columns: ({ units }) => (units ? [2, 2] : [1, 1]),
    create: createNumberReader,
  },
  FULL_AND_HALF: {
    kinds: ['QUANTITY'],
    columns: () => [2, 2],
    create: (_, [full, half = '']) => bathrooms(full, half),
  },
  BOOK_AND_PAGE: {
    kinds: ['TEXT'],
    columns: () => [2, 3],
    create: (_, [book, page = '', instrument]) => documentNumber(book, page, instrument),
  },
  IS_FILLED: { kinds: ['YES_NO'], columns: one, create: (_, [column]) => isMarked(column) },
  IS_POSITIVE: { kinds: ['YES_NO'], columns: one, create: (_, [column]) => isPositive(column) },
  ARMS_LENGTH_OF_PRICE: { kinds: ['YES_NO'], columns: one, create: (_, [column]) => armsLengthBy(column) },
}

export const isLastTransform = (transform: Transform): transform is LastTransform => transform.type in rules

/** Throws a `SourceProblem` when the transform does not fit the field or the number of columns. */
export function createLastReader(transform: LastTransform, columns: Columns, target: FieldTarget): Reader<unknown> {
  // Each rule is given the transform of its own type.
  const rule = rules[transform.type] as LastTransformRule<LastTransform>
  const { type } = transform
  if (!rule.kinds.includes(target.kind))
    throw new SourceProblem(`${type} does not fit: ${target.label} is ${kindNames[target.kind]}.`)
  const [min, max] = rule.columns(transform)
  if (columns.length < min || columns.length > max)
    throw new SourceProblem(`${type} reads ${describeRange(min, max)}, and ${columns.length} are given.`)
  return rule.create(transform, columns, target)
}

function describeRange(min: number, max: number): string {
  if (max === 1) return 'one column'
  return min === max ? `${min} columns` : `${min} to ${max} columns`
}

export const sqftPerUnit: Record<AreaUnit, number> = {
  SQFT: 1,
  ACRE: 43_560,
  SQM: 10.763_910_4,
  HECTARE: 107_639.104,
  SQYD: 9,
}

type NumberTransform = Extract<LastTransform, { type: 'NUMBER' }>

function createNumberReader({ unit, units, factor = 1 }: NumberTransform, columns: Columns, target: FieldTarget) {
  const [column, unitColumn = ''] = columns
  if (target.kind !== 'AREA') {
    if (unit || units) throw new SourceProblem(`NUMBER has units of area, and ${target.label} is no area.`)
    return factor === 1 ? createFieldReader(target, column) : multiplied(target, column, factor)
  }
  if (unit && units) throw new SourceProblem('NUMBER has the same unit for all rows, or one by row: leave out one.')
  if (units)
    return areaIn(column, unitColumn, {
      sqftPerUnit: Object.fromEntries(
        Object.entries(units).map(([cell, named]) => [cell, sqftPerUnit[named] * factor]),
      ),
      max: getMaxArea(target.name),
    })
  const sqft = sqftPerUnit[unit ?? areaUnits[0]] * factor
  // Placeholders such as 1 are recognized by the plain reader of square feet.
  return sqft === 1 ? createFieldReader(target, column) : areaInUnit(column, sqft, getMaxArea(target.name))
}

function multiplied(target: FieldTarget, column: string, factor: number): Reader<unknown> {
  const reader = createFieldReader(target, column)
  return {
    needs: reader.needs,
    read: (cell, today) =>
      reader.read((name) => {
        const text = cell(name)
        const value = Number(text.replace(/[$,\s]/g, ''))
        return text === '' || Number.isNaN(value) ? text : String(value * factor)
      }, today),
  }
}
