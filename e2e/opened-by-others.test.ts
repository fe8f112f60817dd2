import { testOpenedOf, testPhoneThings, testTools } from './screens.ts'

testOpenedOf(['subscriber'])
testTools()
testPhoneThings()
