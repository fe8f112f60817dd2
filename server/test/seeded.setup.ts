import fc from 'fast-check'
import { seed } from './random/seeded-random.ts'

fc.configureGlobal({ seed })
