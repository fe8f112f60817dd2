import { testScreensOf } from './screens.ts'

testScreensOf(['enterprise'], { part: 2, of: 2 })
