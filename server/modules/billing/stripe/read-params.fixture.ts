import type { Field, Fields } from './request-shapes.fixture.ts'

/** What a request says, read by its shape; a sentence as Stripe would say it where it does not fit. */
export function readParams(fields: Fields = {}, given: Form, path = ''): Params | { problem: string; param: string } {
  const params: Params = {}
  for (const name of Object.keys(given))
    if (!fields[name]) return { problem: `Received unknown parameter: ${path}${name}`, param: `${path}${name}` }
  for (const [name, field] of Object.entries(fields)) {
    const param = `${path}${name}`
    const value = given[name]
    if (value === undefined && field?.required) return { problem: `Missing required param: ${param}.`, param }
    if (value === undefined || !field) continue
    const read = readField(field, value, param)
    if (read instanceof Misfit) return { problem: read.problem, param }
    params[name] = read
  }
  return params
}

export type Form = { [name: string]: string | Form }
export type Value = string | number | boolean | Value[] | Params
export type Params = { [name: string]: Value }

class Misfit {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

function readField(field: Field, value: string | Form, param: string): Value | Misfit {
  if (field.is === 'list') return readList(field, value, param)
  if (field.is === 'texts by name') return typeof value === 'object' ? value : new Misfit(`Invalid object: ${param}`)
  if (field.is === 'object') {
    if (typeof value === 'string') return new Misfit(`Invalid object: ${param}`)
    const read = readParams(field.fields, value, `${param}.`)
    return 'problem' in read && typeof read.problem === 'string' ? new Misfit(read.problem) : (read as Params)
  }
  if (typeof value !== 'string') return new Misfit(`Invalid ${field.is}: ${param}`)
  if (field.is === 'integer') return /^-?\d+$/.test(value) ? Number(value) : new Misfit(`Invalid integer: ${value}`)
  if (field.is === 'flag')
    return /^(true|false)$/.test(value) ? value === 'true' : new Misfit(`Invalid boolean: ${value}`)
  if (field.values && !field.values.includes(value))
    return new Misfit(`Invalid ${param}: must be one of ${field.values.join(', ')}`)
  return value
}

function readList(field: Field, value: string | Form, param: string): Value | Misfit {
  if (typeof value === 'string' || !field.of) return new Misfit(`Invalid array: ${param}`)
  const items: Value[] = []
  for (const [index, one] of Object.entries(value)) {
    const read = readField(field.of, one, `${param}[${index}]`)
    if (read instanceof Misfit) return read
    items.push(read)
  }
  return items
}
