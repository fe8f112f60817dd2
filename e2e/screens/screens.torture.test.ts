import { testAllVariants } from './screens.ts'

testAllVariants()
