import type { RollSource } from '../mapping/roll.ts'
import { easthamptonMa } from './easthampton-ma.ts'
import { philadelphiaPa } from './philadelphia-pa.ts'

/** Every roll that can be imported; a new county is one file, and its name here. */
export const rollSources: readonly RollSource[] = [easthamptonMa, philadelphiaPa]

export const findSource = (name: string) => rollSources.find(({ source }) => source === name)
