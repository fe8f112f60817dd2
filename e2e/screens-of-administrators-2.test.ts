import { testScreensOf } from './screens.ts'

testScreensOf(['admin'], { part: 2, of: 2 })
