import { testOpenedOf } from './screens.ts'

testOpenedOf(['enterprise'], { part: 2, of: 2 })
