import type { FieldSource, Transform } from '@dooryard/contract/data/sources/transforms'
import { owners } from '../mapping/address-readers.ts'
import { implausible, type Reader } from '../mapping/reader.ts'
import { always, coalesce } from '../mapping/readers.ts'
import { createFieldReader, type FieldTarget, kindNames } from './field-readers.ts'
import { createLastReader, isLastTransform, type LastTransform, type TextTransform } from './last-transforms.ts'
import { SourceProblem } from './source-problem.ts'
import { addTextTransform, readTexts, type TextReader } from './text-transforms.ts'

/**
 * Compiles where a field comes from to its reader. A field of one column without transforms has the plain reader of
 * its kind. Throws a `SourceProblem` when the source does not fit the field.
 */
export function compileField(source: FieldSource, target: FieldTarget): Reader<unknown> {
  if ('constant' in source) return compileConstant(String(source.constant), target)
  if ('firstOf' in source) return coalesce(...source.firstOf.map((part) => compileField(part, target)))
  const { columns, transforms = [] } = source
  const { texts, last } = divideTransforms(transforms)
  if (texts.length === 0) return readColumns(columns, last, target)
  let readers: readonly TextReader[] = columns.map((column) => (cell) => cell(column))
  for (const transform of texts) readers = addTextTransform(readers, transform, target)
  return readTexts(columns, readers, (names) => readColumns(names, last, target))
}

/** The readers of constants know no day, so this one is later than any. */
const noDay = '9999-12-31'

function compileConstant(constant: string, target: FieldTarget): Reader<unknown> {
  if (constant.trim() === '')
    throw new SourceProblem('The value of every row is missing: enter it, or choose a column.')
  const value = createFieldReader(target, 'constant').read(() => constant, noDay)
  if (value === null || value === implausible)
    throw new SourceProblem(`The constant ${JSON.stringify(constant)} cannot be read as ${kindNames[target.kind]}.`)
  return always(value)
}

function divideTransforms(transforms: readonly Transform[]): { texts: TextTransform[]; last: LastTransform | null } {
  const texts: TextTransform[] = []
  let last: LastTransform | null = null
  for (const transform of transforms) {
    if (last) throw new SourceProblem(`${last.type} says how the value is read, so ${transform.type} cannot follow it.`)
    if (isLastTransform(transform)) last = transform
    else texts.push(transform)
  }
  return { texts, last }
}

function readColumns(columns: readonly string[], last: LastTransform | null, target: FieldTarget): Reader<unknown> {
  const [first, ...others] = columns
  if (first === undefined) throw new SourceProblem('Name at least one column.')
  if (last) return createLastReader(last, [first, ...others], target)
  if (target.kind === 'NAMES') return owners(...columns)
  if (others.length > 0)
    throw new SourceProblem(`${target.label} is read from one column: say how the ${columns.length} are joined.`)
  return createFieldReader(target, first)
}
