import { testScreensOfOneThing } from './screens.ts'

testScreensOfOneThing(['enterprise'], { part: 1, of: 2 })
