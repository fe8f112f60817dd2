import fc from 'fast-check'
import { seed } from './random.ts'

fc.configureGlobal({ seed })
