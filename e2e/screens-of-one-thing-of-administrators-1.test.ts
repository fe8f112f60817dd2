import { testScreensOfOneThing } from './screens.ts'

testScreensOfOneThing(['admin'], { part: 1, of: 2 })
