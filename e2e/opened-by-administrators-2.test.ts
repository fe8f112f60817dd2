import { testOpenedOf } from './screens.ts'

testOpenedOf(['admin'], { part: 2, of: 2 })
