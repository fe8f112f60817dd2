import { testScreensOf } from './screens.ts'

testScreensOf(['admin'], { part: 1, of: 2 })
