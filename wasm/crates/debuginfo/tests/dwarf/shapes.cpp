// Every shape that a C++ class can have. Compiled with debug information it is the input; compiled
// and run it prints the truth: `struct NAME BYTES`, and for each member
// `member CLASS PATH OFFSET_BITS SIZE_BITS`, by the addresses in an object. A base class is a
// member by its name.
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace zoo {

struct Plain { char c; int i; };
class Private { char c; public: long l; };
struct Nested { struct Inner { char c; long l; }; Inner inner; enum class Kind : unsigned char { A, B } kind; };
struct Base { int a; char b; };
struct TailReuse { long l; char c; };
class Derived : public Base { public: char own; };
// The base is no POD, so that its tail padding holds `own` (Itanium C++ ABI, 2.4).
class NonPod { public: NonPod() {} long l; char c; };
class InTail : public NonPod { public: char own; int more; };
struct Empty { };
struct EmptyBase : Empty { int a; };
struct EmptyMember { Empty e; int a; };
struct Polymorphic { virtual ~Polymorphic() {} int a; };
struct Child : Polymorphic { char b; };
struct Two : Plain, Polymorphic { char c; };
struct Virtual : virtual Base { int own; };
template <typename T, int N> struct Box { T items[N]; char c; };
struct References { int &r; int &&rr; char c; References(int &x) : r(x), rr(static_cast<int &&>(x)) {} };
struct MemberPointers { int Plain::*data; int (Plain::*function)(int); char c; };
struct Statics { static int shared; static constexpr int fixed = 3; int own; void method() { struct Local { char c; short s; } l{}; own = l.s; } };
struct Bits { unsigned a : 3; bool b : 1; unsigned long long c : 40; };
struct Anonymous { char c; union { int i; double d; }; struct { short x, y; } named; };
struct Nulls { decltype(nullptr) n; char c; wchar_t w; char16_t u; };
int Statics::shared;

namespace {
struct Hidden { char c; double d; };
}

class Outer { public: class Later; Later *later; };
class Outer::Later { public: char c; int i; };

}  // namespace zoo

typedef struct { int x; char c; } TypedefName;

using namespace zoo;

Plain v_plain; Private v_private; Nested v_nested; Derived v_derived; InTail v_in_tail;
EmptyBase v_empty_base; EmptyMember v_empty_member; Polymorphic v_polymorphic; Child v_child; Two v_two;
Virtual v_virtual; Box<short, 5> v_box; Box<Plain, 2> v_box2; MemberPointers v_member_pointers;
Statics v_statics; Bits v_bits; Anonymous v_anonymous; Hidden v_hidden; Outer v_outer; Outer::Later v_later;
TypedefName v_typedef; Nulls v_nulls; TailReuse v_tail_reuse;
static int referred;
References v_references(referred);

#define SIZE(type, name) std::printf("struct %s %zu\n", name, sizeof(type))
#define MEMBER(object, name, path) \
	std::printf("member %s %s %zu %zu\n", name, #path, \
		8 * (std::size_t)(reinterpret_cast<const char *>(&(object).path) - reinterpret_cast<const char *>(&(object))), \
		8 * sizeof((object).path))
#define BASE(object, base, name, base_name) \
	std::printf("member %s %s %zu %zu\n", name, base_name, \
		8 * (std::size_t)(reinterpret_cast<const char *>(static_cast<base *>(&(object))) - reinterpret_cast<const char *>(&(object))), \
		8 * sizeof(base))

int main()
{
	v_statics.method();
	SIZE(Plain, "zoo::Plain"); MEMBER(v_plain, "zoo::Plain", c); MEMBER(v_plain, "zoo::Plain", i);
	SIZE(Private, "zoo::Private"); MEMBER(v_private, "zoo::Private", l);
	SIZE(Nested, "zoo::Nested"); MEMBER(v_nested, "zoo::Nested", inner); MEMBER(v_nested, "zoo::Nested", kind);
	SIZE(Nested::Inner, "zoo::Nested::Inner"); MEMBER(v_nested.inner, "zoo::Nested::Inner", l);
	SIZE(Derived, "zoo::Derived"); BASE(v_derived, Base, "zoo::Derived", "zoo::Base"); MEMBER(v_derived, "zoo::Derived", own);
	SIZE(InTail, "zoo::InTail"); BASE(v_in_tail, NonPod, "zoo::InTail", "zoo::NonPod");
	MEMBER(v_in_tail, "zoo::InTail", own); MEMBER(v_in_tail, "zoo::InTail", more);
	SIZE(Empty, "zoo::Empty");
	SIZE(EmptyBase, "zoo::EmptyBase"); BASE(v_empty_base, Empty, "zoo::EmptyBase", "zoo::Empty"); MEMBER(v_empty_base, "zoo::EmptyBase", a);
	SIZE(EmptyMember, "zoo::EmptyMember"); MEMBER(v_empty_member, "zoo::EmptyMember", e); MEMBER(v_empty_member, "zoo::EmptyMember", a);
	SIZE(Polymorphic, "zoo::Polymorphic"); MEMBER(v_polymorphic, "zoo::Polymorphic", a);
	std::printf("member zoo::Polymorphic <vtable> 0 %zu\n", 8 * sizeof(void *));
	SIZE(Child, "zoo::Child"); BASE(v_child, Polymorphic, "zoo::Child", "zoo::Polymorphic"); MEMBER(v_child, "zoo::Child", b);
	SIZE(Two, "zoo::Two"); BASE(v_two, Plain, "zoo::Two", "zoo::Plain"); BASE(v_two, Polymorphic, "zoo::Two", "zoo::Polymorphic");
	std::printf("member zoo::Two c %zu 8\n", 8 * (std::size_t)(&v_two.zoo::Two::c - reinterpret_cast<char *>(&v_two)));
	SIZE(Virtual, "zoo::Virtual"); MEMBER(v_virtual, "zoo::Virtual", own);
	SIZE(decltype(v_box), "zoo::Box<short,5>"); MEMBER(v_box, "zoo::Box<short,5>", items); MEMBER(v_box, "zoo::Box<short,5>", c);
	SIZE(decltype(v_box2), "zoo::Box<zoo::Plain,2>"); MEMBER(v_box2, "zoo::Box<zoo::Plain,2>", c);
	SIZE(References, "zoo::References");
	std::printf("member zoo::References r 0 %zu\nmember zoo::References rr %zu %zu\n", 8 * sizeof(void *), 8 * sizeof(void *), 8 * sizeof(void *));
	MEMBER(v_references, "zoo::References", c);
	SIZE(MemberPointers, "zoo::MemberPointers"); MEMBER(v_member_pointers, "zoo::MemberPointers", data);
	MEMBER(v_member_pointers, "zoo::MemberPointers", function); MEMBER(v_member_pointers, "zoo::MemberPointers", c);
	SIZE(Statics, "zoo::Statics"); MEMBER(v_statics, "zoo::Statics", own);
	SIZE(Bits, "zoo::Bits");
	SIZE(Anonymous, "zoo::Anonymous"); MEMBER(v_anonymous, "zoo::Anonymous", i); MEMBER(v_anonymous, "zoo::Anonymous", d);
	MEMBER(v_anonymous, "zoo::Anonymous", named); MEMBER(v_anonymous, "zoo::Anonymous", named.y);
	SIZE(Nulls, "zoo::Nulls"); MEMBER(v_nulls, "zoo::Nulls", n); MEMBER(v_nulls, "zoo::Nulls", c);
	MEMBER(v_nulls, "zoo::Nulls", w); MEMBER(v_nulls, "zoo::Nulls", u);
	SIZE(Hidden, "zoo::(anonymous_namespace)::Hidden"); MEMBER(v_hidden, "zoo::(anonymous_namespace)::Hidden", d);
	SIZE(Outer, "zoo::Outer"); MEMBER(v_outer, "zoo::Outer", later);
	SIZE(Outer::Later, "zoo::Outer::Later"); MEMBER(v_later, "zoo::Outer::Later", i);
	SIZE(TypedefName, "TypedefName"); MEMBER(v_typedef, "TypedefName", c);
	return 0;
}
