import { testOpenedOf } from './screens.ts'

testOpenedOf(['enterprise'], { part: 1, of: 2 })
