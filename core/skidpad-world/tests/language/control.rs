//! Loops, conditions and variables.

use super::*;

#[test]
fn loops_run_their_body_once_per_value() {
    check(
        "<for var='i' from='0' to='2'><p>${i}</p><q>${i}</q></for><r>${i}</r>",
        "p{0} q{0} p{1} q{1} p{2} q{2} r{2}",
    );
    check(
        "<for var='i' from='1' to='2'><for var='j' from='${i}' to='2'><p>$f{10*i+j}</p></for></for>",
        "p{11} p{12} p{22}",
    );
    check(
        "<for var='i' from='3' to='1'><p/></for>",
        "\n1:14: note: this <for> does nothing: it counts up, and from 3 is above to 1",
    );
    check(
        "<for var='i' from='0.9' to='1.9'><p>${i}</p></for>",
        "p{0} p{1}\n1:33: warning: \"from\" of <for> is 0.9; loops count in whole numbers, and 0 is used\n\
         1:42: warning: \"to\" of <for> is 1.9; loops count in whole numbers, and 1 is used",
    );
    check("<for var='i' from='-1' to='0'><variable name='k' value='$f{i*i}'/><p>${k}</p></for>", "p{1} p{0}");
    check(
        "<for var='i' from='a' to='1'><p/></for>",
        "\n1:33: error: \"from\" of <for> is \"a\", which is not a number",
    );
    check("<for var='i' from='1e0' to='0.2e1'><p>${i}</p></for>", "p{1} p{2}");
    check("<for var='i' from='0'><p/></for>", "\n1:14: error: <for> needs the attribute \"to\"");
    check("<for var='i' from='0' to='1'/>", "\n1:14: warning: <for> has no children, so it does nothing");
}

#[test]
fn conditions_choose() {
    check("<if condition='true'><p/></if><if condition='0'><q/></if>", "p");
    check("<variable name='n' value='4'/><if condition='$f{n>3 and n!=5}'><p/></if>", "p");
    check("<if condition='0.5'><p/></if><if condition='1.5'><q/></if>", "q");
    check(
        "<if condition='ture'><p/></if>",
        "\n1:29: warning: condition \"ture\" is read as false; write true, false or a number",
    );
    check("<if><p/></if>", "\n1:14: error: <if> needs the attribute \"condition\"");
    check(
        "<gui><if condition='1'><a/></if><for var='i' from='1' to='2'><b>${i}</b></for></gui>",
        "gui{a b{1} b{2}}",
    );
}

#[test]
fn variables_need_name_and_value() {
    check("<variable name='a'/>", "\n1:14: error: <variable> needs the attribute \"value\"");
    check("<variable value='a'/>", "\n1:14: error: <variable> needs the attribute \"name\"");
}

#[test]
fn variables_from_outside_win() {
    let options = ExpandOptions {
        variables: [("n".to_owned(), "9".to_owned()), ("mode".to_owned(), "x".to_owned())].into(),
        ..ExpandOptions::default()
    };
    let world = world_with("<variable name='n' value='1'/><p>${n}</p><q>${model|1}</q>", &[], &options);
    assert_eq!(
        outcome(&world),
        "p{9} q{1}\n1:14: note: variable \"n\" keeps the value \"9\" given on the command line\n\
         warning: the world does not use a variable \"mode\"; did you mean \"model\"?"
    );
}

#[test]
fn unused_variables_are_warned_about() {
    check(
        "<variable name='a' value='1'/><variable name='b' value='1'/><p>$f{B}</p>",
        "p{1}\n1:14: warning: variable \"a\" is never used",
    );
    check_with(
        "<variable name='a' value='1'/><include file='b.xml'/>",
        &[("worlds/b.xml", "<if condition='0'><p>${a}</p></if>")],
        "",
    );
}
