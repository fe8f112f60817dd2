import { testScreensOf } from './screens.ts'

testScreensOf(['subscriber', 'affiliate', 'nobody'])
