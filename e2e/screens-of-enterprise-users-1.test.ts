import { testScreensOf } from './screens.ts'

testScreensOf(['enterprise'], { part: 1, of: 2 })
