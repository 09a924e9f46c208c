// compare:
let x = ;
