// Four places of a carry chain: where S is set, the carry from below goes on, else DI does.
module CARRY4 (
    input tri0 CI,
    input tri0 CYINIT,
    input [3:0] DI,
    input [3:0] S,
    output [3:0] CO,
    output [3:0] O
);
  wire carry_0 = CI | CYINIT;
  wire carry_1 = S[0] ? carry_0 : DI[0];
  wire carry_2 = S[1] ? carry_1 : DI[1];
  wire carry_3 = S[2] ? carry_2 : DI[2];
  wire carry_4 = S[3] ? carry_3 : DI[3];
  assign CO = {carry_4, carry_3, carry_2, carry_1};
  assign O = S ^ {carry_3, carry_2, carry_1, carry_0};
endmodule
