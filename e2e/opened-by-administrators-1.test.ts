import { testOpenedOf } from './screens.ts'

testOpenedOf(['admin'], { part: 1, of: 2 })
