import { testScreensOf } from './screens.ts'

testScreensOf('enterprise')
