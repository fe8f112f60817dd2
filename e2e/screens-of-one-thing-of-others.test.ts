import { testScreensOfOneThing } from './screens.ts'

testScreensOfOneThing(['nobody', 'consumer'])
