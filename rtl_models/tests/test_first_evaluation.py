"""What matters at power-on, by generated code that is written small here."""

import unittest

from model_builder.first_evaluation import FirstEvaluation


def evaluated(*, initial: str = "", settling: str = "", called: str = "") -> FirstEvaluation:
    bodies = {"eval_static": "", "eval_initial": initial, "eval_stl": f"if (vlSelf->__VstlTriggered) {{ R___settle(vlSelf); }} {called}",
              "settle": settling, "work": "vlSelf->x = 1U;"}
    return FirstEvaluation({f"R___{name}": f"void R___{name}(R* vlSelf) {{\n{body}\n}}\n" for name, body in bodies.items()}, "R")


class FirstEvaluationTest(unittest.TestCase):
    def test_what_is_set_before_it_is_read_does_not_matter(self):
        found = evaluated(initial="vlSelf->a = 3U;\nvlSelf->b = vlSelf->a;", settling="vlSelf->c = (vlSelf->b\n + vlSelf->q);")
        self.assertEqual(found.settled, {"a", "b", "c"})
        self.assertIn("q", found.early)
        self.assertNotIn("a", found.early)

    def test_what_an_initial_block_reads_before_it_settles_matters(self):
        found = evaluated(initial="vlSelf->n = vlSelf->seed;", settling="vlSelf->seed = (1U + (IData)(vlSelf->k));")
        self.assertIn("seed", found.early - found.settled)
        self.assertEqual(found.loops, set())

    def test_what_is_set_perhaps_or_in_part_is_not_settled(self):
        found = evaluated(settling="if (vlSelf->en) {\nvlSelf->q = 1U;\n}\nvlSelf->m[0U] = 2U;\nVL_ASSIGN_W(71,vlSelf->w, vlSelf->v);\nvlSelf->d = vlSelf->w;")
        self.assertFalse({"q", "m", "w"} & found.settled)
        self.assertFalse({"q", "m", "w"} & found.early)
        self.assertIn("v", found.early)

    def test_bits_that_stay_as_they_are_are_not_read(self):
        found = evaluated(settling="vlSelf->c = ((0xeU & (IData)(vlSelf->c)) | (IData)(vlSelf->d));")
        self.assertIn("c", found.settled)
        self.assertIn("c", evaluated(settling="vlSelf->c = ((0xeU & (IData)(vlSelf->c)) ^ 1U);").early)

    def test_logic_that_reads_what_later_logic_sets_is_a_loop(self):
        self.assertEqual(evaluated(settling="vlSelf->a = vlSelf->b;\nvlSelf->b = vlSelf->a;").loops, {"b"})
        self.assertEqual(evaluated(settling="vlSelf->q = (vlSelf->en ? vlSelf->d : vlSelf->q);").loops, set())

    def test_what_is_called_under_a_condition_is_set_perhaps(self):
        found = evaluated(settling="if (vlSelf->en) {\nR___work(vlSelf);\n}")
        self.assertNotIn("x", found.settled)
        self.assertIn("x", evaluated(settling="R___work(vlSelf);").settled)


if __name__ == "__main__":
    unittest.main()
