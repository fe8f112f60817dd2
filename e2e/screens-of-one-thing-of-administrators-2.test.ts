import { testScreensOfOneThing } from './screens.ts'

testScreensOfOneThing(['admin'], { part: 2, of: 2 })
