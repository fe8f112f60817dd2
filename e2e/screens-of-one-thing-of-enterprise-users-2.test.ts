import { testScreensOfOneThing } from './screens.ts'

testScreensOfOneThing(['enterprise'], { part: 2, of: 2 })
