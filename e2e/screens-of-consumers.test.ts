import { testScreensOf } from './screens.ts'

testScreensOf(['consumer'])
