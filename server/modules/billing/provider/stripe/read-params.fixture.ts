import type { Field, Fields } from './request-shapes.fixture.ts'

/** Reads the parameters of a request by their shape; returns Stripe's error message if they do not match. */
export function readParams(fields: Fields = {}, form: Form, path = ''): Params | { problem: string; param: string } {
  const params: Params = {}
  for (const name of Object.keys(form))
    if (!fields[name]) return { problem: `Received unknown parameter: ${path}${name}`, param: `${path}${name}` }
  for (const [name, field] of Object.entries(fields)) {
    const param = `${path}${name}`
    const value = form[name]
    if (value === undefined && field?.required) return { problem: `Missing required param: ${param}.`, param }
    if (value === undefined || !field) continue
    const read = readField(field, value, param)
    if (read instanceof ParamError) return { problem: read.problem, param }
    params[name] = read
  }
  return params
}

export type Form = { [name: string]: string | Form }
export type Value = string | number | boolean | Value[] | Params
export type Params = { [name: string]: Value }

class ParamError {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

function readField(field: Field, value: string | Form, param: string): Value | ParamError {
  if (field.is === 'list') return readList(field, value, param)
  if (field.is === 'texts by name')
    return typeof value === 'object' ? value : new ParamError(`Invalid object: ${param}`)
  if (field.is === 'object') {
    if (value === '' && field.canBeEmpty) return value
    if (typeof value === 'string') return new ParamError(`Invalid object: ${param}`)
    const read = readParams(field.fields, value, `${param}.`)
    return 'problem' in read && typeof read.problem === 'string' ? new ParamError(read.problem) : (read as Params)
  }
  if (typeof value !== 'string') return new ParamError(`Invalid ${field.is}: ${param}`)
  if (field.is === 'integer') return /^-?\d+$/.test(value) ? Number(value) : new ParamError(`Invalid integer: ${value}`)
  if (field.is === 'flag')
    return /^(true|false)$/.test(value) ? value === 'true' : new ParamError(`Invalid boolean: ${value}`)
  if (field.values && !field.values.includes(value))
    return new ParamError(`Invalid ${param}: must be one of ${field.values.join(', ')}`)
  return value
}

function readList(field: Field, value: string | Form, param: string): Value | ParamError {
  if (typeof value === 'string' || !field.of) return new ParamError(`Invalid array: ${param}`)
  const items: Value[] = []
  for (const [index, one] of Object.entries(value)) {
    const read = readField(field.of, one, `${param}[${index}]`)
    if (read instanceof ParamError) return read
    items.push(read)
  }
  return items
}
