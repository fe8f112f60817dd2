import { testScreensOf } from './screens.ts'

testScreensOf('admin')
